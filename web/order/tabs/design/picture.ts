/** The longest side of a picture beside a point, in pixels: what shows a place is sharp, and many are kept on a device. */
const longestSide = 1_600

/**
 * A picture that was chosen, small enough to be kept until it is sent, as a `data:` URL. Throws when the file is not a
 * picture.
 */
export async function smallPicture(file: File): Promise<{ name: string; url: string }> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const url = canvas.toDataURL('image/jpeg', 0.85)
  return { name: `${file.name.replace(/\.[^.]*$/, '')}.jpg`, url }
}

/** The file that a kept picture is sent as. */
export async function fileOf({ name, url }: { name: string; url: string }): Promise<File> {
  const [, base64 = ''] = url.split(',')
  return new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name, { type: 'image/jpeg' })
}
