import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import { contentFor, ignorePrematureClose } from '#api/http/streamed.ts'
import { receiveUpload } from '#api/uploads/receive-upload.ts'
import { Invalid, NotFound } from '#domain/command.ts'
import { contract } from '#domain/contract/contract.ts'
import { agencyCommands } from '#domain/settings/actions.ts'
import type { Logo } from '#domain/settings/agency.ts'
import { agencyId } from '#domain/settings/brand.ts'
import type { FileStore } from '#infra/files/store.ts'
import { Unavailable } from '#infra/unavailable.ts'

/** The agency's logo: received from an admin, and served to everyone, mail programs among them. */
export const logoRoutes = (context: Pick<AppContext, 'files' | 'allowances'>) =>
  ({
    updateLogo({ execute, ...asking }) {
      const { files } = context
      const { form } = contract.updateLogo
      const taken = { form, extensions: logoExtensions, fileSize: maxLogoSize, files: 1 }
      return receiveUpload(context, asking, taken, async ([received]) => {
        if (!received) throw new Invalid({ files: 'Please choose an image' })
        const logo = await storeLogo(files, received.filename)
        const discard = () => Promise.allSettled([files.remove(logo.filename), files.remove(logo.icon)])
        try {
          const repeatKey = [received.originalName, received.size]
          const answer = await execute(agencyCommands.changeLogo, agencyId, logo, { repeatKey })
          // A request that came before has pictures of its own.
          if (!answer.events.some(({ data }) => data.logo?.filename === logo.filename)) await discard()
          return answer
        } catch (error) {
          // Whether it was recorded is not known then: the sweep at the next start knows.
          if (!(error instanceof Unavailable)) await discard()
          throw error
        }
      })
    },

    async getLogo({ request, response }) {
      const { files } = context
      const filename = String(request.params.filename)
      const stat = isLogoName(filename) ? await files.stat(filename) : undefined
      const content = stat && (await contentFor(request, () => files.get(filename)))
      if (!content) throw new NotFound('This image doesn’t exist')
      response.type('png').set({
        // Named at random once, and never changed. Mail programs show it on pages of other origins.
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'Content-Length': String(stat.size),
      })
      await ignorePrematureClose(pipeline(content, response))
      return undefined
    },
  }) satisfies Partial<Routes>

const logoExtensions = ['png', 'jpg', 'jpeg', 'webp'] as const

/** The largest picture that is taken, in bytes: it is drawn anew, in memory. */
const maxLogoSize = 2 * 1024 * 1024

/** The most pixels that a picture may unfold to, the smallest that is of use, and the largest that is kept. */
const maxPixels = 24_000_000
const smallest = 32
const box = { width: 800, height: 256 }

/** The icon of a telephone, which cuts its corners: the picture keeps away from them. */
const icon = { size: 512, picture: 400, paper: '#f9f7f0' }

const newName = () => `logo-${randomBytes(16).toString('base64url')}.png`

/** Whether a stored file is a picture of the agency, which everyone may see: what people share is never named so. */
const isLogoName = (filename: string): boolean => /^logo-[\w-]{22}\.png$/.test(filename)

/**
 * Draws a logo and its icon from a stored picture, and stores both: nothing of what was sent is served but its pixels.
 * Throws `Invalid` when it cannot be read as a picture, or is too small or too large to be one.
 */
async function storeLogo(store: FileStore, filename: string): Promise<Logo> {
  const sent = await buffer((await store.get(filename))!)
  const { default: sharp } = await import('sharp') // with the first logo: a start need not wait for it
  const picture = () => sharp(sent, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
  const drawn = await picture()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new Invalid({ files: 'This image can’t be read or has more than 24 megapixels' })
    })
  const { width, height } = drawn.info
  if (Math.max(width, height) < smallest) {
    throw new Invalid({ files: `This image is too small. The longer side needs at least ${smallest} pixels.` })
  }
  const square = await picture()
    .resize({ width: icon.picture, height: icon.picture, fit: 'contain', background: '#0000' })
    .png()
    .toBuffer()
  const drawnIcon = await sharp({
    create: { width: icon.size, height: icon.size, channels: 3, background: icon.paper },
  })
    .composite([{ input: square }])
    .png()
    .toBuffer()
  const [logoName, iconName] = [newName(), newName()]
  await store.put(logoName, Readable.from([drawn.data]))
  await store.put(iconName, Readable.from([drawnIcon]))
  return { filename: logoName, icon: iconName, width, height }
}
