/** The widths that each picture of the site is kept in, in px. */
const widths = [480, 800, 1200, 1600]

type PictureProps = {
  /** Where it is kept, without width and type: `/pictures/work-1-1`. All are 16:10. */
  src: string
  alt: string
  /** How wide it stands on the page, as the attribute `sizes` says it. */
  sizes: string
  /** Whether it is the picture seen first: fetched at once, before all else. The others wait until they are near. */
  first?: boolean
}

/** A picture of the site, in the smallest file that is sharp. It keeps its place until it has come. */
export const Picture = ({ src, alt, sizes, first = false }: PictureProps) => (
  <picture className="picture block">
    <source type="image/avif" srcSet={srcSet(src, 'avif')} sizes={sizes} />
    <source type="image/webp" srcSet={srcSet(src, 'webp')} sizes={sizes} />
    <img
      className="w-full h-auto small on-paper-2"
      src={`${src}-800.webp`}
      alt={alt}
      width={1600}
      height={1000}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  </picture>
)

const srcSet = (src: string, type: 'avif' | 'webp'): string =>
  widths.map((width) => `${src}-${width}.${type} ${width}w`).join(', ')
