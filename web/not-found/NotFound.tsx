import { Link } from 'react-router-dom'
import { Leaf, Line, Says } from '#web/kit/Leaf.tsx'
import { Head } from '#web/shell/Head.tsx'

/** No such page, or nothing by that name. */
export const NotFound = () => (
  <Leaf>
    <Head title="Page Not Found" noindex />
    <Says kick="404" is="Error Page Not Found." next="Nothing is written at this address." />
    <Line>
      <Link to="/">Back to the first page</Link>
    </Line>
  </Leaf>
)
