// Verifies the history of an order that was exported with its proof. It needs Node.js 20 or later, and nothing else:
//
//   node verify-history.mjs history.jsonl [--key=<key>] [--head=<hash>]
//
// It says whether every event is the one that was recorded, in its place, and none is missing; and that the agency's server
// has signed that. `--key` is the server's key, if you have it from elsewhere; `--head` the hash at the end of an earlier
// export or of the history page, which has to be in this history. It ends with exit code 1 where something does not fit.
//
// The file has one event a line, as JSON: revision, id, type, content (the stored text), previous and hash. The hash is
// SHA-256 of seven fields, each written as its length in bytes, a colon, the bytes and a comma: `atelier-event-1`, the hash
// of the event before (nothing for the first), the stream, the revision, the id, the type, the content. The last line has the
// manifest (stream, how many events, the hash of the last one) as text, and its Ed25519 signature.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

const options = process.argv.slice(2)
const optionOf = (name) => options.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
const path = options.find((each) => !each.startsWith('--'))
const given = { key: optionOf('key'), head: optionOf('head') }

function fail(why) {
  console.error(`NOT VERIFIED: ${why}`)
  process.exit(1)
}

if (!path) fail('say which file: node verify-history.mjs history.jsonl')

const field = (text) => `${Buffer.byteLength(text)}:${text},`
const hashOf = (stream, { previous, revision, id, type, content }) =>
  createHash('sha256')
    .update(['atelier-event-1', previous, stream, String(revision), id, type, content].map(field).join(''))
    .digest('hex')

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
  if (typeof last?.manifest !== 'string') fail('the end is missing: there is no manifest')
  const signed = { key: given.key ?? last.key, signature: last.signature }
  if (last.key !== signed.key) fail(`it is signed with the key ${last.key}`)
  let isSigned = false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: signed.key }, format: 'jwk' })
    isSigned = verify(null, Buffer.from(last.manifest), key, Buffer.from(signed.signature, 'base64url'))
  } catch {}
  if (!isSigned) fail('the manifest is not what was signed')
  const manifest = JSON.parse(last.manifest)
  if (manifest.format !== 'atelier-history-1') fail(`this script does not know the format ${manifest.format}`)
  return { manifest, key: last.key }
}

const { manifest, key } = await readManifest().catch((error) => fail(error.message))
let [previous, events, isHeadThere] = ['', 0, given.head === undefined]
for await (const event of lines()) {
  if ('manifest' in event) break
  const name = `event ${event.revision} (${event.type})`
  if (event.revision !== events) fail(`event ${events} is missing: ${name} stands in its place`)
  if (event.previous !== previous) fail(`${name} was recorded after another event than the one that stands before it`)
  if (hashOf(manifest.stream, event) !== event.hash) fail(`${name} is not what was recorded`)
  previous = event.hash
  if (previous === given.head) isHeadThere = true
  events++
}
if (events !== manifest.events) fail(`there are ${events} events, and ${manifest.events} were exported`)
if (previous !== manifest.hash) fail('the last event is not the one that was exported')
if (!isHeadThere) fail('no event has the hash that you gave: the past before it was written anew')
console.log(
  `Verified: ${events} events of ${manifest.stream}, exported from ${manifest.from} at ${manifest.exportedAt}.`,
)
if (manifest.unsealed > 0) {
  console.log(
    `${manifest.unsealed} of them are from before there were hashes: nothing shows whether those were altered before.`,
  )
}
console.log(`The hash of the last one: ${manifest.hash}`)
console.log(`Signed with the key ${key}${given.key ? '' : ', which you may compare with the one of the agency'}.`)
