import fc from 'fast-check'
import { frame, livePath, opcodes } from '#api/testing/raw-page.ts'
import { odd } from './hostile-requests.ts'

/** A hostile page: who opens it, by which handshake, and the frames that it says. */
export type HostilePage = { caller: number; path: string; headers: Record<string, string>; frames: Buffer[] }

const paths = fc.oneof(
  { weight: 12, arbitrary: fc.constant(livePath) },
  fc.constantFrom(
    ...['', '&sid=x', '&sid=__proto__', '&sid=', '&b64=1', '&EIO=4', '&transport=polling', '&transport[]=websocket'].map((more) => livePath + more),
    ...['?EIO=3&transport=websocket', '?EIO=4', '?EIO=4&transport=polling', '?EIO=4&transport=constructor', '?EIO=x&transport=websocket&%zz', '//?EIO=4'].map((query) => `/socket.io/${query}`),
    ...['/', '/api/session', '/socket.io', '/socket.iox/', '/uploads/x'],
  ),
) // biome-ignore format: a list

const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Record<string, string>>({}) },
  fc.constantFrom<Record<string, string>>(
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Upgrade: 'h2c' },
    { 'Sec-WebSocket-Version': '8' },
    { 'Sec-WebSocket-Key': 'short' },
    { 'Sec-WebSocket-Protocol': 'a, a, \u00ff' },
    { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits=99; x="' },
    { 'X-Forwarded-For': ', ::x, 1.2.3.4.5' },
    { 'Transfer-Encoding': 'chunked' },
  ),
)

const names = fc.constantFrom<unknown>(
  ...['watch', 'unwatch', 'watchPresence', 'watchActivity', 'watchSecurity', 'event', 'epoch', 'lists', 'nothing', ''],
  ...['error', 'connect', 'connection', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then', 0, -1, 1e308, null, true, {}, []],
) // biome-ignore format: a list

const placeholder = (num: unknown) => ({ _placeholder: true, num })
const mean = fc.constantFrom<unknown>(
  ...[0, 1, -1, 1.5, 1e9, '0', null, 'length', '__proto__'].map(placeholder),
  ...[{ toString: 1 }, { toString: null, valueOf: null }, { toJSON: 1 }, { length: 1e9 }, { viewAs: { toString: 1 } }],
  ...[{ orderId: { toString: 1 }, after: 0 }, { orderId: ['x'], after: -1 }, { orderId: 'x', after: 1e308 }, { orderId: '__proto__', after: -1 }],
) // biome-ignore format: a list

/** Generates the data of packets, as JSON or nearly: objects whose own prototype is set cannot be written otherwise. */
function payloads(ids: readonly string[]): fc.Arbitrary<string> {
  const right = fc.record({ orderId: fc.constantFrom(...ids), after: fc.constantFrom(-1, 0, 5) })
  const value = fc.oneof(right, mean, odd)
  const json = fc.tuple(names, fc.array(value, { maxLength: 3 })).map(([name, said]) => JSON.stringify([name, ...said]))
  return fc.oneof(
    { weight: 6, arbitrary: json },
    value.map((each) => JSON.stringify(each) ?? ''),
    fc.constantFrom('{"__proto__":{"viewAs":"x"}}', '["watch",{"__proto__":null,"orderId":{"__proto__":1}}]', '{"viewAs":', '[', '"', ''),
    fc.constantFrom(1_000, 4_000).map((depth) => `["watch",${'['.repeat(depth)}${']'.repeat(depth)}]`),
    fc.constant(`["watch",${JSON.stringify(Array(4_000).fill(0))}]`),
  ).map((text) => text.slice(0, 9_000)) // biome-ignore format: a list
}

/** Packets as Socket.IO writes them: message, type, attachments, namespace, acknowledgement, payload; each may be odd. */
const packets = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof({ weight: 12, arbitrary: fc.constant('4') }, fc.constantFrom('', '0', '1', '2', '3', '5', '6', '7', 'b', 'bAA', '\0')),
      fc.oneof({ weight: 8, arbitrary: fc.constant('2') }, fc.constantFrom('', '0', '1', '3', '4', '5', '6', '7', '-', '\ud800')),
      fc.oneof({ weight: 8, arbitrary: fc.constant('') }, fc.constantFrom('1-', '2-', '10-', '11-', '1e9-', '-1-', '0-', '1.5-', '-', '99999999999')),
      fc.oneof({ weight: 10, arbitrary: fc.constant('') }, fc.constantFrom('/,', '/other,', '/__proto__,', '/other', `/${'n'.repeat(3_000)},`, '/?x=1,')),
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom('', '7') }, fc.constantFrom('0', '-1', '1.5', '9'.repeat(400), '1e3', ' 1')),
      payloads(ids),
    )
    .map((parts) => parts.join('')) // biome-ignore format: a table

/** Frames that are not as RFC 6455 has them, or that no page of ours sends. */
const oddFrames = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => frame(Buffer.from(bytes), opcodes.binary)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    frame('x'.repeat(12_000)),
    frame(Buffer.from([0xff, 0xfe, 0x80])),
    frame('42["watch"', 0x01), // the first of several
    frame('', 0x00),
    frame('42[]', 0xc1), // compressed, without that being agreed on
    frame('42[]', 0x83), // an opcode that is none
    frame('x'.repeat(200), opcodes.ping),
    frame(Buffer.from([0x03]), 0x88),
    frame(Buffer.from([0x00, 0x01]), 0x88),
    frame(Buffer.from([0x03, 0xe8]), 0x88),
    frame('', 0x8a),
    Buffer.from([0x81, 0x02, 0x34, 0x30]), // without a mask
    Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
  ),
)

/** Hostile pages by one of so many callers; `ids` are of orders that exist. */
export function hostilePages(ids: readonly string[], callers: number): fc.Arbitrary<HostilePage> {
  const handshakes = fc.oneof(
    { weight: 4, arbitrary: fc.constant('40') },
    fc.oneof(mean, odd).map((auth) => `40${JSON.stringify(auth) ?? ''}`.slice(0, 9_000)),
    payloads(ids).map((payload) => `40${payload}`),
    mean.map((viewAs) => `40${JSON.stringify({ viewAs })}`),
    fc.constantFrom('40/other,{}', '40/__proto__,', '44{"message":1}', '41'),
  )
  const said = fc.oneof({ weight: 8, arbitrary: packets(ids).map((text) => frame(text)) }, oddFrames)
  return fc.record({
    caller: fc.nat(callers - 1),
    path: paths,
    headers,
    frames: fc
      .tuple(handshakes, fc.array(said, { minLength: 4, maxLength: 14 }))
      .map(([first, frames]) => [frame(first), ...frames]),
  })
}
