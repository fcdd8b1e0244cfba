import { useEffect, useState } from 'react'
import './QrCode.css'

/** A text as a QR code, in the colour of the page on white paper, as cameras want it. Drawn once its maker has come. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [code, setCode] = useState<{ size: number; path: string }>()
  useEffect(() => {
    let left = false
    import('qrcode')
      .then(({ create }) => create(text, { errorCorrectionLevel: 'M' }))
      .then(({ modules }) => !left && setCode(drawn(modules)))
      .catch(() => {}) // the address stands beside it
    return () => {
      left = true
    }
  }, [text])
  if (!code) return <div className="qr" />
  // Four modules of white around it are part of the code.
  return (
    <svg className="qr" viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`} role="img" aria-label={label}>
      <path d={code.path} />
    </svg>
  )
}

const drawn = ({ size, data }: { size: number; data: ArrayLike<number> }) => ({
  size,
  path: Array.from(data, (dark, at) => (dark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : '')).join(''),
})
