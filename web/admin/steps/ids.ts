/** The id of a step's line on the page. */
export const stepLineId = (id: number): string => `step-line-${id}`

/** The id of the input for a step's text, or of what stands in its place. */
export const stepInputId = (id: number): string => `step-${id}`
