import { html, type Picture } from './picture.ts'

const sheet = (name: string, paper: string): Picture => ({
  styles: [],
  body: html`<body style="margin:0;background:${paper};font:400 120px/1000px Georgia,serif;text-align:center">${name}`,
})

const clients = {
  1: ['Nilgiri and Daughters', '#f5e8c8'],
  2: ['Bhandari Steel', '#ff4a12'],
  3: ['Dr Sharma Dental', '#e4eefb'],
  4: ['Zoya', '#d9a0b8'],
  5: ['Dhruva', '#b9c2ff'],
  6: ['Sundaram Violins', '#c98a4b'],
} as const

/** The pictures of the site by name. */
export const pictures: Record<string, Picture> = {
  ...Object.fromEntries(
    Object.entries(clients).flatMap(([id, [name, paper]]) =>
      [1, 2, 3].map((which) => [`work-${id}-${which}`, sheet(name, paper)]),
    ),
  ),
  before: sheet('Before', '#bcd9ee'),
  after: sheet('After', '#e4eefb'),
  hero: sheet('Coffee with a surname', '#f7dfb0'),
}
