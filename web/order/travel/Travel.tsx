import { Button } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'
import { TravelThrough } from './TravelThrough.tsx'
import { useOrderLife } from './useOrderLife.ts'
import './Travel.css'

/** The page of an order as it stood at the revision that the address names, and the way to every other. */
export default function Travel() {
  const { life, progress, failure, again } = useOrderLife()
  if (life) return <TravelThrough life={life} />
  return (
    <section aria-label="Past version" className="travel">
      <Row className="order-waiting" margin="Past">
        {failure === undefined ? (
          <label className="travel-loading">
            Loading the project’s history <progress className="w-full" value={progress} />
          </label>
        ) : (
          <>
            <p role="alert">The earlier entries couldn’t be loaded.</p>
            <Button kind="line" onClick={again}>
              Try again
            </Button>
          </>
        )}
      </Row>
    </section>
  )
}
