import { html } from '#infra/tools/pictures/picture.ts'
import { terraces } from './terraces.ts'

/** A tin of tea, 252 by 360, with its name in two alphabets. Within an SVG. */
export const tin = (name: string, note: string) => html`
  <ellipse cx="128" cy="352" rx="176" ry="20" fill="#0c2a22" opacity=".28"/>
  <path d="M0 26V336c0 14 57 24 126 24s126-10 126-24V26Z" fill="#e9e0c6"/>
  <path d="M0 26V336c0 14 20 19 44 21V30Z" fill="#cfc5a6"/><path d="M218 30V357c22-4 34-10 34-21V26Z" fill="#fbf4de"/>
  <ellipse cx="126" cy="26" rx="126" ry="20" fill="#f8f0d8"/><ellipse cx="126" cy="24" rx="112" ry="15" fill="#d9cfb0"/>
  <ellipse cx="126" cy="22" rx="104" ry="12" fill="#efe6cb"/>
  <clipPath id="label"><path d="M0 84c40 14 212 14 252 0V300c-40 14-212 14-252 0Z"/></clipPath>
  <g clip-path="url(#label)"><path d="M0 70h252v250H0z" fill="#d8452b"/><circle cx="184" cy="222" r="30" fill="#f8dc9d"/>
    ${terraces({ width: 252, top: 232, bottom: 296, rows: 5, from: '#f4a77e', to: '#6d1f14', bush: 15 })}</g>
  <text x="126" y="136" text-anchor="middle" font-family="Anek Tamil Variable" font-size="26" font-weight="600" fill="#f8f0d8">நீலகிரி</text>
  <text x="126" y="182" text-anchor="middle" font-family="Young Serif" font-size="47" letter-spacing="-1" fill="#f8f0d8">${name}</text>
  <text x="126" y="335" text-anchor="middle" font-family="Anek Tamil Variable" font-size="15.5" font-weight="500" fill="#12392f">${note}</text>`
