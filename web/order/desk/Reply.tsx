import { sendMessage } from '#domain/order/send-message.ts'
import { Button } from '#web/kit/Button.tsx'
import { Form } from '#web/kit/Form.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { toast } from '#web/kit/toast.ts'
import { useMutation } from '#web/kit/useMutation.ts'
import { useMessageDraft } from '#web/order/conversation/message-draft.ts'
import { sendCommand } from '#web/order/useOrderCommand.ts'

/** The reply to the client from beside the list. Its text is the draft of the order's page, too. */
export function Reply({ id, name }: { id: string; name: string }) {
  const { mutate, errors, pending } = useMutation()
  const [text, setText, drop] = useMessageDraft(id)
  const label = `Write to ${name}`
  const send = () =>
    mutate(async (keyFor) => {
      const { message } = await sendCommand(sendMessage, id, { text }, { key: keyFor(text) })
      toast.success(message)
      drop()
      return true
    })
  return (
    <Form label={label} onSubmit={send}>
      <TextArea
        name="text"
        label={label}
        error={errors.text}
        value={text}
        maxLength={5_000}
        onChange={({ target }) => setText(target.value)}
      />
      <Button small pending={pending}>
        Send message
      </Button>
    </Form>
  )
}
