/** Where the api keeps what is no event: known here too, so that what is of an erased person goes. */
export const draftsCollection = 'drafts'
export const securityCollection = 'security_log'
