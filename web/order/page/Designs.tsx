import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Design } from '#domain/order/design-draft.ts'
import { figmaFrame, fileUrl } from '#domain/order/design-link.ts'
import { stateOf } from '#domain/order/review.ts'
import { Row, SectionHeader, Timestamp } from '#web/kit/Page.tsx'
import { useOfflineSince } from '#web/live/socket.ts'
import { useTriesByLine } from '#web/live/useTriesByLine.ts'
import { useShownOrder } from '#web/order/context.ts'
import { previewOf, sharedPicture } from '#web/order/conversation/preview.ts'
import { linkTo, linkToMoment } from '#web/order/tabs.ts'
import { Marked } from './Marked.tsx'
import { Part } from './Part.tsx'
import './Designs.css'

/** The design as it is now, small, with the way to where it is reviewed and to its earlier versions. */
export function Designs() {
  const { order, isPast, revision, viewer } = useShownOrder()
  const { designs } = order
  const shown = designs.at(-1)
  if (!shown) return null
  const waits = viewer.role === 'client' && order.status === 'open' && stateOf(order, designs.length) === 'waiting'
  return (
    <Part name="Design preview" className="designs" id="designs">
      <SectionHeader
        title="Design preview"
        aside={
          <Link to={isPast ? linkToMoment(revision, 'design') : linkTo('design')} preventScrollReset>
            {waits ? `Review version ${designs.length}` : designs.length > 1 ? 'All versions' : 'Open the design'}
          </Link>
        }
      />
      <Row margin={<Timestamp at={shown.at} />} className="design-line lines-py-5">
        <Drawing design={shown} draft={designs.length} />
      </Row>
    </Part>
  )
}

/** A design as one picture or frame, with where it leads. */
export function Drawing({ design: { link, files, by }, draft }: { design: Design; draft: number }) {
  const { order } = useShownOrder()
  const { conversation } = order
  // What was shown before the line went stays; a frame that could only come empty is not begun.
  const isOffline = useOfflineSince() !== undefined
  const [isReached, setReached] = useState(!isOffline)
  if (!isOffline && !isReached) setReached(true)
  const frame = figmaFrame(link)
  const picture = files
    ? files.find(({ filename }) => previewOf(filename) === 'image')
    : sharedPicture(link, conversation)
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
              className="block w-full h-full absolute edge inset-0"
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
        <a className="drawing-picture ink" href={fileUrl(picture)} target="_blank" rel="noopener">
          <img
            className="block w-full on-paper-2 edge"
            key={tries}
            ref={ref}
            src={fileUrl(picture)}
            alt={`Version ${draft}`}
            decoding="async"
            onError={onFailure}
          />
        </a>
      )}
      <figcaption className="row justify-between gap-1-5 pt-3 small break-anywhere">
        <span>
          <Marked select={({ designs }) => designs.at(-1)?.link}>
            Version {draft}, shared by {by}
          </Marked>
        </span>
        <a className="ink" href={picture ? fileUrl(picture) : link} target="_blank" rel="noopener noreferrer">
          {frame ? 'Open in Figma' : picture ? 'Open image' : files ? 'Open PDF' : link}
        </a>
      </figcaption>
    </figure>
  )
}
