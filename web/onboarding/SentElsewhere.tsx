import { Button } from '#web/kit/Button.tsx'
import { Row } from '#web/kit/Page.tsx'

/** The answers were sent from another device, while this one had them open. */
export const SentElsewhere = ({ onGo }: { onGo(): void }) => (
  <Row className="questionnaire-sent">
    <p role="status">Your answers were sent from another device. The project has begun.</p>
    <Button type="button" kind="line" small onClick={onGo}>
      To your projects
    </Button>
  </Row>
)
