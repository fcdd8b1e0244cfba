// Verifies the history of an order that was exported with its proof. It needs Node.js 20 or later, and nothing else:
//
//   node verify-history.mjs history.jsonl [--key=<key>] [--head=<hash>] [--read]
//
// It says whether every event is the one that was recorded, in its place, and none is missing; and that the agency's server
// has signed that. Then it lists what client and agency agreed on: each is one of those events, so it is proven with them. `--key` is the server's key, if you have it from elsewhere; `--head` the hash at the end of an earlier
// export or of the history page, which has to be in this history. `--read` prints the events as they can be read. It ends with
// exit code 1 where something does not fit.
//
// The file has one event a line, as JSON: revision, id, type, content (the stored text), previous and hash. The hash is
// SHA-256 of seven fields, each written as its length in bytes, a colon, the bytes and a comma: `atelier-event-1`, the hash
// of the event before (nothing for the first), the stream, the revision, the id, the type, the content. The last line has the
// manifest (stream, how many events, the hash of the last one, `keysHash`) as text, and its Ed25519 signature. `keysHash` is
// SHA-256 of the `keys` of every event as JSON text, `{}` where there are none, each written as above. Exports before 2026-11-29
// lack it.
//
// Personal data in a content is sealed: `sealed` has parts of it, each with the id of a key and a value in base64. `keys` of the
// event has what opens them, by those ids; of a person who was erased there is nothing. A value is 12 bytes of nonce, the
// ciphertext and 16 bytes of tag, of AES-256-GCM; its additional data are four fields written as above: `atelier-seal-1`, the stream,
// the id and the type. Of a part with an id of its own, which several events share, they are `atelier-seal-1`, the id of who did it
// (`by.id`), that id and nothing. In it is JSON: what belongs into `data`, `by` and `origin` of the content.
import { createDecipheriv, createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const options = process.argv.slice(2)
const optionOf = (name) => options.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
const path = options.find((each) => !each.startsWith('--'))
const unknown = options.find((each) => each.startsWith('--') && !/^--(key=.|head=.|read$)/.test(each))
const given = { key: optionOf('key'), head: optionOf('head'), read: options.includes('--read') }

function fail(why) {
  console.error(`NOT VERIFIED: ${why}`)
  process.exit(1)
}

if (unknown) fail(`${unknown} is not an option. Use --key=<key>, --head=<hash> or --read`)
if (!path) fail('Usage: node verify-history.mjs history.jsonl')

/** The events that are agreements. */
const agreements = [
  ...['ProposalAccepted', 'ProposalDeclined', 'ProposalWithdrawn'],
  ...['ChangesRequested', 'DraftApproved', 'InvoiceRevised'],
  ...['PaymentReported', 'PaymentReportWithdrawn', 'PaymentConfirmed', 'PaymentRecorded', 'PaymentReopened'],
  ...['BillingDetailsGiven', 'InvoiceIssued', 'CreditNoteIssued', 'ReceiptIssued'],
]

const field = (text) => `${Buffer.byteLength(text)}:${text},`
const hashOf = (stream, { previous, revision, id, type, content }) =>
  createHash('sha256')
    .update(['atelier-event-1', previous, stream, String(revision), id, type, content].map(field).join(''))
    .digest('hex')

/** The content of an event with what can be opened of its sealed parts, and how many of them have no key. */
function opened(stream, { id, type, content, keys = {} }) {
  const { sealed = [], ...rest } = JSON.parse(content)
  const place = [stream, id, type]
  let closed = 0
  for (const { key, value, id: shared } of sealed) {
    if (!Object.hasOwn(keys, key)) {
      closed++
      continue
    }
    const bytes = Buffer.from(value, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(keys[key], 'base64'), bytes.subarray(0, 12), {
      authTagLength: 16,
    })
    const belongsTo = shared === undefined ? place : [rest.by.id, shared, '']
    decipher.setAAD(Buffer.from(['atelier-seal-1', ...belongsTo].map(field).join('')))
    decipher.setAuthTag(bytes.subarray(-16))
    const part = JSON.parse(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8'))
    for (const name of ['data', 'by', 'origin']) if (part[name]) rest[name] = { ...rest[name], ...part[name] }
  }
  return { content: rest, closed }
}

/** The lines of the file, as JSON; the last one is the manifest. */
async function* lines() {
  let number = 0
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    number++
    try {
      yield JSON.parse(line)
    } catch {
      fail(`line ${number} is not JSON`)
    }
  }
}

/** The last line, which has to be read first: it says which stream it is. */
async function readManifest() {
  let last
  for await (const line of lines()) last = line
  if (typeof last?.manifest !== 'string') fail('the file is incomplete: the manifest is missing')
  const signed = { key: given.key ?? last.key, signature: last.signature }
  if (last.key !== signed.key) fail(`it is signed with the key ${last.key}`)
  let isSigned = false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signed.key }, format: 'jwk' })
    isSigned = verify(null, Buffer.from(last.manifest), key, Buffer.from(signed.signature, 'base64url'))
  } catch {}
  if (!isSigned) fail('the manifest was changed after it was signed')
  const manifest = JSON.parse(last.manifest)
  if (!/^atelier-history-[12]$/.test(manifest.format)) fail(`this script does not know the format ${manifest.format}`)
  return { manifest, key: last.key }
}

const { manifest, key } = await readManifest().catch((error) => fail(error.message))
let [previous, events, closed, isHeadThere] = ['', 0, 0, given.head === undefined]
const allKeys = createHash('sha256')
const agreed = []
for await (const event of lines()) {
  if ('manifest' in event) break
  const name = `event ${event.revision} (${event.type})`
  if (event.revision !== events) fail(`event ${events} is missing: ${name} is in its place`)
  if (event.previous !== previous) fail(`${name} doesn’t follow the event before it`)
  if (hashOf(manifest.stream, event) !== event.hash) fail(`${name} was changed after it was recorded`)
  let readable
  try {
    readable = opened(manifest.stream, event)
  } catch {
    fail(`${name} can’t be decrypted with the included keys`)
  }
  allKeys.update(field(JSON.stringify(event.keys ?? {})))
  if (readable.closed > 0) closed++
  if (agreements.includes(event.type)) agreed.push({ ...event, ...readable.content })
  if (given.read) console.log(JSON.stringify({ revision: event.revision, type: event.type, ...readable.content }))
  previous = event.hash
  if (previous === given.head) isHeadThere = true
  events++
}
if (events !== manifest.events) fail(`there are ${events} events, but ${manifest.events} were exported`)
if (previous !== manifest.hash) fail('the last event is not the one that was exported')
// Which keys an export had is not known of one from before they were signed.
const areKeysSigned = manifest.keysHash !== undefined
if (areKeysSigned && allKeys.digest('hex') !== manifest.keysHash) fail('its keys are not the ones that were exported')
if (!isHeadThere) fail('no event has the hash you gave: earlier events were rewritten')
const unnamed = areKeysSigned ? 'a deleted person' : 'a person whose name this file has no key for'
console.log(
  `Verified: ${events} events of ${manifest.stream}, exported from ${manifest.from} at ${manifest.exportedAt}.`,
)
if (agreed.length > 0) console.log(`Agreements: ${agreed.length}, each proven.`)
for (const { revision, type, hash, at, by } of agreed) {
  console.log(`  proven: entry ${revision + 1}, ${type}, ${at}, by ${by.name || unnamed} (${by.role}), ${hash}`)
}
if (manifest.unsealed > 0) {
  console.log(`${manifest.unsealed} were recorded before hashes existed, so changes to them can’t be detected.`)
}
if (closed > 0) {
  const why = areKeysSigned
    ? 'of a deleted person that can no longer be read'
    : 'that this file has no key for: of a deleted person, or the key was taken out of the file'
  console.log(`${closed} contain data ${why}.`)
}
console.log(`The hash of the last one: ${manifest.hash}`)
console.log(`Signed with the key ${key}. Compare it with the agency’s key.`)
if (!given.key) {
  console.log(
    'This file alone can’t show whether that is the agency’s key. Compare it with an earlier export, or add --key=<key>.',
  )
}
