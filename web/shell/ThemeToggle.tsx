import { localStore } from '#web/kit/storage.ts'
import './ThemeToggle.css'

/** Turns the paper: light, dark. Remembered here, and put back by theme.js before the next page is drawn. */
export const ThemeToggle = () => (
  <button type="button" className="theme-toggle" aria-label="Switch between light and dark mode" onClick={turn}>
    <svg className="no-fill stroke-current" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M10 3.2c-4 0-6.8 2.9-6.8 6.8s2.9 6.8 6.8 6.8 6.8-2.8 6.8-6.8S14 3.2 10 3.2Z" />
      <path d="M10 3.3v13.4c4-.1 6.7-2.9 6.7-6.7S14 3.3 10 3.3Z" fill="currentColor" />
    </svg>
  </button>
)

/** The same as a line of the menu, for bars that have no room for it. */
export const ThemeLine = () => (
  <li className="theme-line hidden">
    <button type="button" className="menu-line" onClick={turn}>
      Light or dark mode
    </button>
  </li>
)

function turn() {
  const { dataset } = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const theme = (dataset.theme ?? system) === 'dark' ? 'light' : 'dark'
  dataset.theme = theme
  localStore.set('theme', theme)
}
