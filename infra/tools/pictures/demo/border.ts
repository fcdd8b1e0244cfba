import { times } from '#infra/tools/pictures/drawing.ts'
import { html } from '#infra/tools/pictures/picture.ts'

/** The temple border of an old silk sari, as it lies on a table: 1200 by 750. */
export const border = html`
  <style>body { width: 1200px; height: 750px; background: #5f1730 }</style>
  <svg width="1200" height="750" viewBox="0 0 1200 750">
    <path d="M0 0h1200v750H0z" fill="#7a1f3d"/>
    <g stroke="#8c2a4b" stroke-width="1.500">${times(94, (at) => `<path d="M0 ${at * 8 + 3}h1200"/>`)}</g><g stroke="#6a1734" opacity=".6">${times(240, (at) => `<path d="M${at * 5} 0v750"/>`)}</g>
    <path d="M0 380h1200v370H0z" fill="#c8963c"/>
    ${times(13, (at) => `<path d="M${at * 96 - 30} 380l60-118 60 118Z" fill="#c8963c"/><path d="M${at * 96} 380l30-62 30 62Z" fill="#7a1f3d"/>`)}
    <path d="M0 420h1200v46H0zM0 640h1200v46H0z" fill="#2f5d50"/>
    ${times(26, (at) => `<circle cx="${at * 48 + 18}" cy="443" r="9" fill="#e8c884"/><circle cx="${at * 48 + 18}" cy="663" r="9" fill="#e8c884"/>`)}
    ${times(13, (at) => `<g transform="translate(${at * 96 + 42} 553)" fill="#7a1f3d"><path d="M0-62C30-34 30 22 0 58-30 22-30-34 0-62Z"/><path d="M0-36C14-20 14 10 0 30-14 10-14-20 0-36Z" fill="#e8c884"/><circle cx="-34" cy="34" r="9"/><circle cx="34" cy="34" r="9"/></g>`)}
    <g stroke="#b07f2c" stroke-width="1.200" opacity=".55">${times(74, (at) => `<path d="M0 ${380 + at * 5}h1200"/>`)}</g><g stroke="#5a1228" opacity=".16">${times(400, (at) => `<path d="M${at * 3} 380v370"/>`)}</g>
    <path d="M0 0C300 90 420-20 640 120S1040 60 1200 190V0Z" fill="#4a0f24" opacity=".35"/><path d="M0 150C280 230 460 120 690 250S1060 220 1200 330" fill="none" stroke="#a2405f" stroke-width="7" opacity=".45"/>
  </svg>`
