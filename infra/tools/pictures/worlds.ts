import type { Picture } from './picture.ts'

const folder = 'infra/tools/pictures'
const fonts = (...sheets: string[]) => sheets.map((sheet) => `node_modules/${sheet}`)
/** A world of its own: a client's faces and style sheet. */
const world = (name: string, ...faces: string[]) => {
  const styles = [`${folder}/base.css`, ...fonts(...faces), `${folder}/${name}/${name}.css`]
  return (body: string): Picture => ({ styles, body })
}

/** The worlds of the six clients, of the clinic's old page, and of a page that is being drawn: each makes a picture of a body. */
export const tea = world('tea', '@fontsource/young-serif/400.css', '@fontsource-variable/anek-tamil/wght.css')
export const steel = world(
  'steel',
  '@fontsource-variable/big-shoulders-display/wght.css',
  '@fontsource/ibm-plex-mono/500.css',
)
export const clinic = world(
  'clinic',
  '@fontsource-variable/lexend/wght.css',
  '@fontsource-variable/anek-devanagari/wght.css',
)
export const bridal = world(
  'bridal',
  '@fontsource/rozha-one/400.css',
  '@fontsource/tiro-devanagari-hindi/400.css',
  '@fontsource/tiro-devanagari-hindi/400-italic.css',
)
export const physics = world(
  'physics',
  '@fontsource-variable/archivo/wdth.css',
  '@fontsource-variable/stix-two-text/wght.css',
  '@fontsource-variable/stix-two-text/wght-italic.css',
)
export const violins = world(
  'violins',
  '@fontsource-variable/bodoni-moda/standard.css',
  '@fontsource-variable/bodoni-moda/standard-italic.css',
  '@fontsource-variable/noto-serif-tamil/wght.css',
)
export const oldClinic = world(
  'old-clinic',
  '@fontsource/tinos/400.css',
  '@fontsource/tinos/700.css',
  '@fontsource/tinos/400-italic.css',
  '@fontsource/tinos/700-italic.css',
  '@fontsource/arimo/400.css',
  '@fontsource/arimo/700.css',
  '@fontsource/ibm-plex-mono/700.css',
)
export const drafted = world(
  'drafting',
  '@fontsource-variable/newsreader/opsz.css',
  '@fontsource-variable/newsreader/opsz-italic.css',
  '@fontsource-variable/instrument-sans/wght.css',
)
