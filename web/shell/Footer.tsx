import { agency } from '#domain/agency.ts'
import { zone, zoneLabel } from '#web/kit/time.ts'
import './Footer.css'

export const Footer = () => (
  <footer className="footer">
    <p>
      © {new Date().getFullYear()} {agency.name}
    </p>
    <ul>
      <li>
        <a href={`mailto:${agency.supportEmail}`}>{agency.supportEmail}</a>
      </li>
      <li>
        <a href={agency.instagram}>Instagram</a>
      </li>
      <li>
        <a href={agency.youtube}>YouTube</a>
      </li>
    </ul>
    <p className="footer-zone">
      All times are {zoneLabel} ({zone}).
    </p>
  </footer>
)
