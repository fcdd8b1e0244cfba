/**
 * A whole number for people, in Indian digit grouping: `1,11,170`. By hand: the first number that a browser writes loads its
 * tables of all languages (docs/decisions/0100).
 */
export const grouped = (whole: number | string): string => String(whole).replace(/\B(?=(\d{2})*(\d{3})$)/g, ',')
