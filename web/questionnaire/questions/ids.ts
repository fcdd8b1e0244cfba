/** The id of a question's line on the page. */
export const lineId = (id: number): string => `line-${id}`

/** The id of the button that adds a question. */
export const addId = 'add-question'

/** The id of the control that opens a question's line, or of its first field while it is open. */
export const controlId = (id: number): string => `edit-${id}`
