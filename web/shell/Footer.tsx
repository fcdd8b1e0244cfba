import { agencyName } from '#domain/settings/brand.ts'
import { zoneInWords } from '#web/kit/time.ts'
import { useAgency } from '#web/live/agency.ts'
import './Footer.css'

export function Footer() {
  const agency = useAgency()
  const { supportEmail, instagram, youtube } = agency
  return (
    <footer className="footer">
      <p suppressHydrationWarning>
        © {new Date().getFullYear()} {agencyName(agency)}
      </p>
      {(supportEmail || instagram || youtube) && (
        <ul className="row gap-0-5">
          {supportEmail && (
            <li>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </li>
          )}
          {instagram && (
            <li>
              <a href={instagram}>Instagram</a>
            </li>
          )}
          {youtube && (
            <li>
              <a href={youtube}>YouTube</a>
            </li>
          )}
        </ul>
      )}
      <p className="footer-zone ml-auto serif italic text-16 ink-2" suppressHydrationWarning>
        All times are {zoneInWords()}.
      </p>
    </footer>
  )
}
