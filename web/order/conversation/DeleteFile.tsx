import { useState } from 'react'
import type { SharedFile } from '#domain/order/conversation.ts'
import { call } from '#web/api.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { Confirm } from '#web/kit/Confirm.tsx'
import { useOrderMutation } from '#web/order/useOrderCommand.ts'

/** Takes a file out of the conversation, once its sender has said so twice. */
export function DeleteFile({ file: { id, file } }: { file: SharedFile }) {
  const { change, pending } = useOrderMutation()
  const [asking, setAsking] = useState(false)

  const remove = async () => {
    await change(id, (key) => call('deleteSharedFile', { query: { id, fileName: file.filename }, key }))
    setAsking(false)
  }

  return (
    <>
      <TextButton onClick={() => setAsking(true)}>
        Delete<span className="sr"> {file.originalName}</span>
      </TextButton>
      {asking && (
        <Confirm
          question="Are You Sure You Want To Delete This File"
          warning={file.originalName}
          yes="Delete file"
          kind="void"
          pending={pending}
          onYes={remove}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
