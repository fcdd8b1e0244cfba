/**
 * The SHA-256 of a text in UTF-8, in hexadecimal: what `sha256sum` says of a file with it. Only servers make it: a decision
 * answers at once, and the Web Crypto API does not. Pages are built without this module (vite.config.ts).
 */
export const sha256 = (text: string): string => process.getBuiltinModule('node:crypto').hash('sha256', text)
