import { type CSSProperties, type ReactNode, useState } from 'react'
import type { StoredFile } from '#domain/order/conversation.ts'
import { fileUrl } from '#domain/order/design-link.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { LazyView, type Load } from '#web/kit/LazyView.tsx'
import { sizeInWords } from '#web/kit/size.ts'
import { useConnection } from '#web/live/socket.ts'
import { useTriesByLine } from '#web/live/useTriesByLine.ts'
import { downloadUrl, type Preview, previewOf } from './preview.ts'
import './InlinePreview.css'

const loadPdfPages = () => import('./PdfPages.tsx')
const loadTextPage = () => import('./TextPage.tsx')

type Shown = Pick<ReturnType<typeof useTriesByLine>, 'onFailure' | 'ref'> & { file: StoredFile; caption: string }

const shown: Record<Preview, (props: Shown) => ReactNode> = {
  image: ({ file, caption, onFailure, ref }) => (
    <a className="in-place-picture" style={frameOf(file)} href={fileUrl(file)} target="_blank" rel="noopener">
      <img ref={ref} src={fileUrl(file)} alt={caption} loading="lazy" decoding="async" onError={onFailure} />
    </a>
  ),
  video: (props) => <Media as="video" {...props} />,
  audio: (props) => <Media as="audio" {...props} />,
  pdf: (props) => <Opened load={loadPdfPages} {...props} />,
  text: (props) => <Opened load={loadTextPage} {...props} />,
}

// There are no captions of what people send each other; theirs stands beside it.
const Media = ({ as: Element, file, caption, onFailure, ref }: Shown & { as: 'video' | 'audio' }) => (
  <Element
    ref={ref}
    src={fileUrl(file)}
    aria-label={caption}
    controls
    playsInline
    preload="metadata"
    onError={onFailure}
  />
)

/** The room that a picture takes before it has come, for the style sheet; one of an unknown size takes a frame of 4:3. */
const frameOf = ({ width, height }: StoredFile) =>
  (width && height ? { '--wide': width, '--high': height, '--most': `${width}px` } : {}) as CSSProperties

/** A shared file, shown where it stands if a browser can, with its name, its size and the way to save it. */
export function InlinePreview({ file, caption }: { file: StoredFile; caption: string }) {
  const isBack = useConnection().state === 'live'
  const { failed, onFailure, again, ref } = useTriesByLine()
  const preview = previewOf(file.originalName)
  const Show = preview && !failed ? shown[preview] : undefined
  return (
    <div className="in-place">
      {Show && <Show file={file} caption={caption} onFailure={onFailure} ref={ref} />}
      <p className="in-place-name">
        <span>
          <bdi>{file.originalName}</bdi> <span className="meta">{sizeInWords(file.size)}</span>
          {!Show && (
            <span className="meta in-place-none">
              {preview && !isBack ? 'preview available when you’re online' : 'does not support preview'}
            </span>
          )}{' '}
          {preview && failed && isBack && (
            <TextButton onClick={again}>
              Try again<span className="sr"> to show {file.originalName}</span>
            </TextButton>
          )}
        </span>
        <a href={downloadUrl(file)} download={file.originalName}>
          Download<span className="sr"> {file.originalName}</span>
        </a>
      </p>
    </div>
  )
}

/** Large files are loaded on demand. */
function Opened({ load, ...props }: Shown & { load: Load<Shown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="in-place-open" aria-expanded={open} onClick={() => setOpen(!open)}>
        <svg viewBox="0 0 28 28" aria-hidden="true">
          <path d="M6 3c-.2 7-.2 14 0 22h16c.2-5 .2-10 0-15l-6-7zm10 0v7h6M10 14h8m-8 3h8m-8 3h5" />
        </svg>
        {open ? 'Close preview' : 'Preview'}
        <span className="sr"> {props.file.originalName}</span>
      </button>
      {open && <LazyView load={load} props={props} />}
    </>
  )
}
