import { pipeline } from 'node:stream/promises'
import type { AppContext } from '#api/app-context.ts'
import type { Routes } from '#api/http/router.ts'
import { isLogoName, logoExtensions, maxLogoSize, storeLogo } from '#api/uploads/logo.ts'
import { receiveUpload } from '#api/uploads/receive-upload.ts'
import { Invalid, NotFound } from '#domain/command.ts'
import { contract } from '#domain/contract/contract.ts'
import { agencyCommands } from '#domain/settings/actions.ts'
import { agencyId } from '#domain/settings/brand.ts'
import { Unavailable } from '#infra/unavailable.ts'

/** The agency's logo: received from an admin, and served to everyone, mail programs among them. */
export const logoRoutes = ({ files }: AppContext) =>
  ({
    updateLogo({ person, request, response, execute }) {
      const { form } = contract.updateLogo
      const taken = { form, extensions: logoExtensions, sender: person.id, fileSize: maxLogoSize, files: 1 }
      return receiveUpload(files, request, response, taken, async ([received]) => {
        if (!received) throw new Invalid({ files: 'Please choose an image' })
        const logo = await storeLogo(files, received.filename)
        const discard = () => Promise.allSettled([files.remove(logo.filename), files.remove(logo.icon)])
        try {
          const same = [received.originalName, received.size]
          const answer = await execute(agencyCommands.changeLogo, agencyId, logo, { same })
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
      const filename = String(request.params.filename)
      const stat = isLogoName(filename) ? await files.stat(filename) : undefined
      const content = stat && (await files.get(filename))
      if (!content) throw new NotFound('This image doesn’t exist')
      response.type('png').set({
        // Named at random once, and never changed. Mail programs show it on pages of other origins.
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Content-Security-Policy': "sandbox; default-src 'none'",
        'Content-Length': String(stat.size),
      })
      await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error // the client has disconnected
      })
      return undefined
    },
  }) satisfies Partial<Routes>
