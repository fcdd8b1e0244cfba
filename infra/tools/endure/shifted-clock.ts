// Imported before a program, it sets the program's clock by as many milliseconds as its parent says.

let shift = 0
process.on('message', (message: { shift: number }) => {
  shift = message.shift
  process.send!('shifted')
})
process.channel?.unref()

const RealDate = Date
const now = () => RealDate.now() + shift
globalThis.Date = new Proxy(RealDate, {
  construct: (_, given: unknown[]) => Reflect.construct(RealDate, given.length === 0 ? [now()] : given),
  get: (_, name) => (name === 'now' ? now : Reflect.get(RealDate, name)),
})
