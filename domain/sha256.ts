// SHA-256 (FIPS 180-4) without a platform: a decision is pure and answers at once, and the Web Crypto API does neither.

/** The first 32 bits of the fractional parts of a root of the first primes: the constants of the algorithm are those. */
const bitsOf = (root: number): number => Math.floor((root % 1) * 2 ** 32)

const primes: number[] = []
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
const rounds = primes.map((prime) => bitsOf(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => bitsOf(Math.sqrt(prime)))

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The SHA-256 of a text in UTF-8, in hexadecimal: what `sha256sum` says of a file with it. */
export function sha256(text: string): string {
  const padded = withLength(new TextEncoder().encode(text))
  let state = start
  for (let at = 0; at < padded.byteLength; at += 64) state = compressed(state, wordsOf(padded, at))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The bytes, a one bit, zeros up to the end of a block, and how many bits there were. */
function withLength(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64))
  new Uint8Array(view.buffer).set(bytes)
  view.setUint8(bytes.length, 0x80)
  view.setBigUint64(view.byteLength - 8, BigInt(bytes.length) * 8n)
  return view
}

/** The sixteen words of a block, and the forty-eight that follow from them. */
function wordsOf(view: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, nth) => view.getInt32(at + nth * 4))
  for (let nth = 16; nth < 64; nth++) {
    const [one, two] = [words[nth - 15]!, words[nth - 2]!]
    const mixed = rotated(one, 7) ^ rotated(one, 18) ^ (one >>> 3)
    const further = rotated(two, 17) ^ rotated(two, 19) ^ (two >>> 10)
    words.push((words[nth - 16]! + mixed + words[nth - 7]! + further) | 0)
  }
  return words
}

function compressed(state: readonly number[], words: readonly number[]): number[] {
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  words.forEach((word, nth) => {
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + mixed + ((e & f) ^ (~e & g)) + rounds[nth]! + word) | 0
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
    ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
  })
  return [a, b, c, d, e, f, g, h].map((word, nth) => (word + state[nth]!) | 0)
}
