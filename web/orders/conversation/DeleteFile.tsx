import { useState } from 'react'
import type { SharedFile } from '#domain/order/conversation.ts'
import { call } from '#web/api.ts'
import { Quiet } from '#web/kit/Quiet.tsx'
import { Confirm } from '../Confirm.tsx'
import { useChange } from '../useChange.ts'

/** Takes a file out of the conversation, once its sender has said so twice. */
export function DeleteFile({ file: { id, file } }: { file: SharedFile }) {
  const { change, pending } = useChange()
  const [asking, setAsking] = useState(false)

  const remove = async () => {
    await change(id, (key) => call('deleteSharedFile', { query: { id, fileName: file.filename }, key }))
    setAsking(false)
  }

  return (
    <>
      <Quiet onClick={() => setAsking(true)}>
        Delete<span className="sr"> {file.originalName}</span>
      </Quiet>
      {asking && (
        <Confirm
          question="Are You Sure You Want To Delete This File"
          warning={file.originalName}
          yes="Delete the file"
          kind="void"
          pending={pending}
          onYes={remove}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
