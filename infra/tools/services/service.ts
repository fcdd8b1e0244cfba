/** A server that runs: what it is, the settings to use it, and how to end it. */
export type Service = { against: string; settings: Record<string, string>; stop(): Promise<void> }
