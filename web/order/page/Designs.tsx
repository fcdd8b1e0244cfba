import { useState } from 'react'
import { addressOf, figmaFrame } from '#domain/order/design-link.ts'
import type { Order } from '#domain/order/order.ts'
import { Choices } from '#web/kit/Choices.tsx'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { useOfflineSince } from '#web/live/socket.ts'
import { useTriesByLine } from '#web/live/useTriesByLine.ts'
import { useShownOrder } from '#web/order/context.ts'
import { Marked } from './Marked.tsx'
import { Part } from './Part.tsx'
import { sharedPicture } from './shared-picture.ts'
import './Designs.css'

/** The design as it is now, with its earlier drafts to be turned back to. */
export function Designs() {
  const { order, controls } = useShownOrder()
  const { designs } = order
  const [chosen, setChosen] = useState<Order['designs'][number]>()
  const shares = controls && order.status === 'open'
  if (designs.length === 0 && !shares) return null
  const shown = chosen ?? designs.at(-1)
  return (
    <Part name="Design preview" className="designs" id="designs">
      <SectionHeader
        title="Design preview"
        aside={
          designs.length > 1 && (
            <Choices
              label="Versions"
              of={designs.map((_, at) => ({ name: at, title: `Version ${at + 1}` })).reverse()}
              chosen={shown && designs.indexOf(shown)}
              // A person who looks at the latest goes on doing so when there is a later one.
              onChoose={(at) => setChosen(at === designs.length - 1 ? undefined : designs[at])}
            />
          )
        }
      />
      {shown ? (
        <Row margin={<Timestamp at={shown.at} />} className="design-line lines-py-5">
          <Drawing design={shown} draft={designs.indexOf(shown) + 1} />
        </Row>
      ) : (
        <Row className="design-line lines-py-5">
          <p className="meta">No design shared yet.</p>
        </Row>
      )}
      {shares && <controls.ShareDesignLink />}
    </Part>
  )
}

function Drawing({ design: { link, by }, draft }: { design: Order['designs'][number]; draft: number }) {
  const { order } = useShownOrder()
  const { conversation } = order
  // What was shown before the line went stays; a frame that could only come empty is not begun.
  const isOffline = useOfflineSince() !== undefined
  const [isReached, setReached] = useState(!isOffline)
  if (!isOffline && !isReached) setReached(true)
  const frame = figmaFrame(link)
  const picture = sharedPicture(link, conversation)
  const { tries, onFailure, ref } = useTriesByLine()
  return (
    <figure className="drawing">
      {frame && (
        <div className="drawing-frame relative on-paper-2">
          <p className="meta absolute">
            {isReached
              ? 'Can’t see the design? Open it in Figma; you may have to log in there.'
              : 'You’re offline. The Figma design will appear when you’re back online.'}
          </p>
          {isReached && (
            <iframe
              className="block w-full h-full absolute on-paper-2 edge inset-0"
              key={frame}
              src={frame}
              title={`Version ${draft} in Figma`}
              sandbox="allow-scripts allow-same-origin allow-popups"
              referrerPolicy="no-referrer"
              loading="lazy"
              allowFullScreen
            />
          )}
        </div>
      )}
      {!frame && !picture && <p className="meta">There is no preview for this link. Open it in a new tab.</p>}
      {picture && (
        <a className="drawing-picture ink" href={addressOf(picture)} target="_blank" rel="noopener">
          <img
            className="block w-full on-paper-2 edge"
            key={tries}
            ref={ref}
            src={addressOf(picture)}
            alt={`Version ${draft}`}
            decoding="async"
            onError={onFailure}
          />
        </a>
      )}
      <figcaption className="row justify-between gap-1-5 pt-3 small break-anywhere">
        <span>
          <Marked of={({ designs }) => designs.at(-1)?.link}>
            Version {draft}, shared by {by}
          </Marked>
        </span>
        <a className="ink" href={picture ? addressOf(picture) : link} target="_blank" rel="noopener noreferrer">
          {linkText(link, { inFigma: frame !== undefined, isPicture: picture !== undefined })}
        </a>
      </figcaption>
    </figure>
  )
}

function linkText(link: string, { inFigma, isPicture }: { inFigma: boolean; isPicture: boolean }): string {
  if (inFigma) return 'Open in Figma'
  return isPicture ? 'Open image' : link
}
