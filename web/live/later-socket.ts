import type { Socket } from 'socket.io-client'

type Listening = Pick<Socket, 'on' | 'off'>

/** A socket that is loaded later. Until it is there, listeners are noted, and it is not connected. */
export class LaterSocket<Real extends Socket<never, never>> {
  #real: Real | undefined
  #noted: [event: string, listener: () => void][] = []

  readonly on: Real['on'] = ((event: string, listener: () => void) => {
    if (this.#real) (this.#real as unknown as Listening).on(event, listener)
    else this.#noted.push([event, listener])
    return this
  }) as unknown as Real['on']

  readonly off: Real['off'] = ((event: string, listener: () => void) => {
    if (this.#real) (this.#real as unknown as Listening).off(event, listener)
    else {
      const at = this.#noted.findIndex(([name, noted]) => name === event && noted === listener)
      if (at >= 0) this.#noted.splice(at, 1)
    }
    return this
  }) as unknown as Real['off']

  /** Emits only while connected: a page asks at the connect. */
  readonly emit: Real['emit'] = ((...args: unknown[]) =>
    (this.#real as unknown as { emit(...args: unknown[]): void } | undefined)?.emit(...args)) as unknown as Real['emit']

  /** For one who has found it connected. */
  timeout(ms: number): ReturnType<Real['timeout']> {
    return this.#real!.timeout(ms) as ReturnType<Real['timeout']>
  }

  get connected(): boolean {
    return this.#real?.connected ?? false
  }

  get active(): boolean {
    return this.#real?.active ?? false
  }

  connect(): this {
    this.#real?.connect()
    return this
  }

  disconnect(): this {
    this.#real?.disconnect()
    return this
  }

  /** The socket is there: it is listened to by all who waited. */
  become(real: Real): void {
    this.#real = real
    for (const [event, listener] of this.#noted) (real as unknown as Listening).on(event, listener)
    this.#noted = []
  }
}
