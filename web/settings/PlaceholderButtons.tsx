import { definitionOf, type MailName } from '#domain/mail/mails.ts'

/** The words that fill themselves: each with what it stands for, to be put into the text. */
export const PlaceholderButtons = ({ mail, onInsert }: { mail: MailName; onInsert(word: string): void }) => (
  <div className="mail-words">
    <p className="meta">Placeholders, filled in when the email is sent. “Open it: {'{link}'}” becomes a button.</p>
    <ul className="row gap-0-5">
      {Object.entries(definitionOf(mail).placeholders).map(([name, { means, required }]) => (
        <li key={name}>
          <button className="target underline" type="button" onClick={() => onInsert(`{${name}}`)}>
            {`{${name}}`}
          </button>{' '}
          <span className="meta">
            {means}
            {required && ', required'}
          </span>
        </li>
      ))}
    </ul>
  </div>
)
