import { useEffect, useState } from 'react'
import type { Agency } from '#domain/settings/agency.ts'
import { logoPath } from '#domain/settings/brand.ts'
import { accentOf } from '#domain/settings/colour.ts'
import './QrCode.css'

type QrCodeProps = {
  text: string
  label: string
  /** The brand whose colour it has, and whose icon stands in its middle. */
  brand: Pick<Agency, 'colour' | 'logo'>
}

/** A text as a QR code, dark on white as cameras need it. Drawn once the package that encodes it is loaded. */
export function QrCode({ text, label, brand: { colour, logo } }: QrCodeProps) {
  const [code, setCode] = useState<{ size: number; path: string }>()
  // What the icon hides is made up for: a third of the code may be lost.
  const errorCorrectionLevel = logo ? 'H' : 'M'
  useEffect(() => {
    let cancelled = false
    import('qrcode')
      .then(({ create }) => create(text, { errorCorrectionLevel }))
      .then(({ modules }) => !cancelled && setCode(drawn(modules)))
      .catch(() => {}) // the address stands beside it
    return () => {
      cancelled = true
    }
  }, [text, errorCorrectionLevel])
  if (!code) return <div className="qr" />
  const { size, path } = code
  const side = Math.round(size / 4.5)
  const at = (size - side) / 2
  // Four modules of white around it are part of the code.
  return (
    <svg className="qr" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path d={path} fill={colour && accentOf(colour).light.colour} />
      {logo && (
        <>
          <rect x={at - 0.5} y={at - 0.5} width={side + 1} height={side + 1} fill="#fff" />
          <image href={logoPath(logo.icon)} x={at} y={at} width={side} height={side} />
        </>
      )}
    </svg>
  )
}

const drawn = ({ size, data }: { size: number; data: ArrayLike<number> }) => ({
  size,
  path: Array.from(data, (dark, at) => (dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '')).join(''),
})
