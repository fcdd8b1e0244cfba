import { counted } from '#domain/count.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { clock } from '#web/kit/time.ts'
import type { News } from './live-editor.ts'

type NewsLineProps = {
  news: News | undefined
  /** The name of what was updated: `the questionnaire`. */
  what: string
  /** How many lines two wrote on, and the way to the first of them. */
  conflicts: number
  onGo(): void
  onDismiss(): void
}

const updatedBy = (who: string, what: string, whileWriting: boolean): string =>
  whileWriting ? `${who} updated ${what} while you were editing.` : `${who} updated ${what}.`

/** Shows that another admin has updated the list while it was open here, as soon as it is there. */
export const NewsLine = ({ news, what, conflicts, onGo, onDismiss }: NewsLineProps) => (
  <div role="status">
    {(news || conflicts > 0) && (
      <Row
        className="editor-news lines-py-3 text-3 wet wet-around-y on-wet-wash"
        bodyClass="row justify-between gap-1-5"
        margin={news?.at && <time dateTime={news.at}>{clock(news.at)}</time>}
      >
        <p>
          {news && <b>{updatedBy(news.by || 'Another admin', what, news.whileWriting)} </b>}
          {news && `${counted(news.ids.size, 'item')} changed. `}
          {conflicts > 0
            ? `You both edited ${counted(conflicts, 'item')}. Choose a version below. Your changes are safe.`
            : news?.whileWriting && 'Your changes are kept.'}
        </p>
        <p className="editor-news-ways">
          {conflicts > 0 && <TextButton onClick={onGo}>Go to the conflict</TextButton>}
          {conflicts === 0 && <TextButton onClick={onDismiss}>Dismiss</TextButton>}
        </p>
      </Row>
    )}
  </div>
)
