import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { drawFrame } from './drafting/frame.ts'
import { drafting } from './drafting/sheet.ts'

/** A film of a page being drawn: its size in pixels, frames a second, and how much faster than `drafting` says. */
type Film = { width: number; height: number; rate: number; speed: number }

const encodings = {
  webm: ['-c:v', 'libsvtav1', '-preset', '5', '-crf', '38', '-g', '250'],
  mp4: ['-c:v', 'libx264', '-preset', 'slow', '-crf', '26', '-tune', 'animation', '-movflags', '+faststart'],
}

/** Runs ffmpeg. Throws with what to do where there is none, or it has none of what is needed. */
export async function ffmpeg(...args: string[]): Promise<void> {
  if (spawnSync('ffmpeg', ['-version']).error) {
    throw new Error(
      'Films and sounds need ffmpeg with libsvtav1, libx264 and libmp3lame (Debian: apt-get install ffmpeg).',
    )
  }
  const child = spawn('ffmpeg', ['-v', 'error', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SVT_LOG: '1' },
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}; ${args.at(-1)} is not written.`)
}

/**
 * Draws a page being drawn frame by frame, from its coloured sheet on over a fresh one back to it, so that it loops
 * without a jump; then encodes it, silent, as each of the files by its ending.
 */
export async function renderFilm(page: Page, { width, height, rate, speed }: Film, files: readonly string[]) {
  const frames = await mkdtemp(join(tmpdir(), 'atelier-film-'))
  await page.setViewportSize({ width, height })
  for (let frame = 0; frame < (drafting.seconds * rate) / speed; frame++) {
    await page.evaluate(drawFrame, (drafting.coloured + (frame * speed) / rate) % drafting.seconds)
    await page.screenshot({ path: join(frames, `${String(frame).padStart(4, '0')}.png`) })
  }
  await page.setViewportSize({ width: 1600, height: 1000 })
  for (const file of files) {
    const encoding = encodings[file.endsWith('.webm') ? 'webm' : 'mp4']
    const input = ['-framerate', String(rate), '-i', join(frames, '%04d.png')]
    await ffmpeg(...input, '-an', '-pix_fmt', 'yuv420p', '-bitexact', ...encoding, file)
    console.log(file.split('/').at(-1))
  }
  await rm(frames, { recursive: true })
}
