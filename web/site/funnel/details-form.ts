import { z } from 'zod'
import { details } from '#domain/lead/lead.ts'

const { name, email, phone, years } = details.shape

/** A figure as it is written: digits, with commas where people set them. */
const figure = z
  .string('Please enter a number')
  .trim()
  .min(1, 'Please enter a number')
  .transform((text) => Number(text.replaceAll(',', '')))
  .pipe(years.unwrap())

/** The details form: all seven fields, each of them asked for. */
export const detailsForm = z.object({
  years: figure,
  employees: figure,
  roles: figure,
  customers: figure,
  name,
  email,
  phone,
})

/** The four figures of a business, and how they are asked for. */
export const figures = [
  { name: 'years', label: 'Years in business' },
  { name: 'employees', label: 'Employees' },
  { name: 'roles', label: 'Different job roles' },
  { name: 'customers', label: 'Customers per month' },
] as const
