import { openEasel } from './browser.ts'
import { encode } from './encode.ts'
import { pictures } from './pictures.ts'

// npm run pictures: draws every picture of the site, or those named, into web/public/pictures.
const only = process.argv.slice(2)
const unknown = only.filter((name) => !(name in pictures))
if (unknown.length > 0) {
  console.error(`There is no picture ${unknown.join(', ')}. There are ${Object.keys(pictures).join(', ')}.`)
  process.exit(1)
}
const easel = await openEasel()
for (const [name, picture] of Object.entries(pictures)) {
  if (only.length > 0 && !only.includes(name)) continue
  const page = await easel.show(picture)
  await encode(name, await page.screenshot())
  console.log(name)
}
await easel.close()
