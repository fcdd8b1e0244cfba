/** Where a Figma link is shown within a page; undefined for a link to anywhere else. */
export function figmaFrame(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined
  const { protocol, hostname, username } = new URL(link)
  if (protocol !== 'https:' || username || !['figma.com', 'www.figma.com'].includes(hostname)) return undefined
  return `https://www.figma.com/embed?embed_host=share&url=${encodeURIComponent(link)}`
}
