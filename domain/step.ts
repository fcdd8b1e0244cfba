/** A step of the progress template, as an order takes it over when it is opened. */
export type NewStep = { id: number; value: string }
