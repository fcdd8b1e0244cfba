import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button, buttonClass } from '#web/kit/Button.tsx'
import { linkTo, type Tab } from '#web/order/tabs.ts'
import { TravelIcon } from './EntryNavButton.tsx'
import type { usePlay } from './usePlay.ts'

type TravelActionsProps = {
  tab: Tab
  play: ReturnType<typeof usePlay>
  isComparing: boolean
  onCompare(): void
}

/** The actions in an order's life beside going through it by hand. */
export function TravelActions({ tab, play, isComparing, onCompare }: TravelActionsProps) {
  /** The address that was copied: another one is not. */
  const [copied, setCopied] = useState<string>()
  const copy = () => {
    const { href } = window.location
    navigator.clipboard.writeText(href).then(
      () => setCopied(href),
      () => {},
    )
  }
  return (
    <>
      <Button
        type="button"
        kind="line"
        small
        aria-label={play.isPlaying ? 'Stop' : 'Play the project’s history (20 seconds)'}
        onClick={play.isPlaying ? play.stop : play.start}
      >
        <TravelIcon name={play.isPlaying ? 'stop' : 'play'} />
      </Button>
      <Button type="button" kind="line" small aria-pressed={isComparing} onClick={onCompare}>
        Compare
      </Button>
      <Button type="button" kind="line" small onClick={copy}>
        {copied === window.location.href ? 'Copied' : 'Copy link'}
      </Button>
      <Link className={buttonClass('solid', true)} to={linkTo(tab)}>
        Back to today
      </Link>
    </>
  )
}
