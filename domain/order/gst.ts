/** The states and territories of India by their codes for GST (https://www.gst.gov.in, list of state codes). */
export const states: Readonly<Record<string, string>> = {
  '35': 'Andaman and Nicobar Islands',
  '37': 'Andhra Pradesh',
  '12': 'Arunachal Pradesh',
  '18': 'Assam',
  '10': 'Bihar',
  '04': 'Chandigarh',
  '22': 'Chhattisgarh',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '07': 'Delhi',
  '30': 'Goa',
  '24': 'Gujarat',
  '06': 'Haryana',
  '02': 'Himachal Pradesh',
  '01': 'Jammu and Kashmir',
  '20': 'Jharkhand',
  '29': 'Karnataka',
  '32': 'Kerala',
  '38': 'Ladakh',
  '31': 'Lakshadweep',
  '23': 'Madhya Pradesh',
  '27': 'Maharashtra',
  '14': 'Manipur',
  '17': 'Meghalaya',
  '15': 'Mizoram',
  '13': 'Nagaland',
  '21': 'Odisha',
  '34': 'Puducherry',
  '03': 'Punjab',
  '08': 'Rajasthan',
  '11': 'Sikkim',
  '33': 'Tamil Nadu',
  '36': 'Telangana',
  '16': 'Tripura',
  '09': 'Uttar Pradesh',
  '05': 'Uttarakhand',
  '19': 'West Bengal',
  '97': 'Other territory',
}

/** The state of a code, by its name. */
export const stateName = (code: string | undefined): string | undefined =>
  code !== undefined && Object.hasOwn(states, code) ? states[code] : undefined

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** State, PAN, number of the registration, a Z for now, and a check digit. */
const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

/**
 * The check digit of a GSTIN’s first 14 characters. Each is a digit to the base 36, multiplied by one and two in turn.
 * The digits of all products are added up. What their sum lacks to a multiple of 36 is the check digit.
 */
export function gstinCheckDigit(first: string): string {
  const sum = [...first].reduce((sum, character, at) => {
    const product = digits.indexOf(character) * (at % 2 === 0 ? 1 : 2)
    return sum + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits[(36 - (sum % 36)) % 36]!
}

/** Whether a GSTIN, in capitals and without spaces, is of a known state and has the right check digit. */
export const isGstin = (gstin: string): boolean =>
  shape.test(gstin) && stateName(stateOfGstin(gstin)) !== undefined && gstinCheckDigit(gstin.slice(0, 14)) === gstin[14]

/** The code of the state that a GSTIN is of. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2)
