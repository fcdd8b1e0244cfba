import { numbers } from '#infra/tools/pictures/drawing.ts'

const rate = 22_050

/** A stroke of wood on wood: a burst of noise that rings at `pitch` Hz and dies within `seconds`. */
function stroke(samples: Float32Array, at: number, pitch: number, seconds: number, loud: number, random: () => number) {
  const from = Math.round(at * rate)
  for (let index = 0; index < seconds * rate && from + index < samples.length; index++) {
    const t = index / rate
    const decay = Math.exp((-6 * t) / seconds)
    const ring = Math.sin(2 * Math.PI * pitch * t) + 0.5 * Math.sin(2 * Math.PI * pitch * 2.71 * t)
    samples[from + index]! += loud * decay * (ring * 0.5 + (random() - 0.5) * 1.2)
  }
}

/**
 * Some seconds of handlooms at work as a WAV file, mono, 16 bits: each throws its shuttle (a run and a knock) and beats
 * twice, in its own time.
 */
export function looms(seconds: number, count: number): Buffer {
  const samples = new Float32Array(seconds * rate)
  const random = numbers(19)
  for (let loom = 0; loom < count; loom++) {
    const [period, near, pitch] = [1.12 + random() * 0.3, loom === 0 ? 1 : 0.12 + random() * 0.2, 150 + random() * 90]
    for (let at = random() * period; at < seconds; at += period * (0.97 + random() * 0.06)) {
      stroke(samples, at, pitch * 1.9, 0.07, near * 0.34, random)
      for (let knock = 0; knock < 5; knock++) stroke(samples, at + 0.06 + knock * 0.035, 900, 0.02, near * 0.05, random)
      stroke(samples, at + 0.27, pitch * 1.7, 0.06, near * 0.3, random)
      stroke(samples, at + 0.52, pitch, 0.16, near * 0.75, random)
      stroke(samples, at + 0.7, pitch * 0.96, 0.14, near * 0.5, random)
    }
  }
  // The room: a soft echo, and its hum. Louder and softer at the ends, as when a hand covers the telephone.
  const pcm = Buffer.alloc(samples.length * 2)
  for (let index = 0; index < samples.length; index++) {
    const t = index / rate
    const echo =
      0.28 * (samples[index - Math.round(rate * 0.043)] ?? 0) + 0.16 * (samples[index - Math.round(rate * 0.091)] ?? 0)
    const fade = Math.min(1, t * 3, (seconds - t) * 2)
    const value = (samples[index]! + echo + 0.006 * Math.sin(2 * Math.PI * 50 * t)) * fade * 0.8
    pcm.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), index * 2)
  }
  return Buffer.concat([wavHeader(pcm.length), pcm])
}

function wavHeader(bytes: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}
