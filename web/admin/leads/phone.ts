/** An Indian number as people write it, `+91 90000 00021`; others as they are kept. */
export const spaced = (phone: string): string => phone.replace(/^(\+91)(\d{5})(\d{5})$/, '$1 $2 $3')
