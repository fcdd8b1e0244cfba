import { useState } from 'react'
import type { z } from 'zod'
import { dataRequest } from '#domain/account/download-data.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/kit/Button.tsx'
import { toast } from '#web/kit/toast.ts'
import { PasswordDialog } from './PasswordDialog.tsx'

/** A button that downloads everything there is of a person: of oneself, unless an admin names someone. */
export function DownloadData({ person }: { person?: { id: string; name: string; status: string } }) {
  const [asking, setAsking] = useState(false)
  async function download(entered: z.infer<typeof dataRequest>) {
    const body = person ? { ...entered, personId: person.id } : entered
    const { message, link } = await call('requestData', { body })
    save(link)
    toast.success(message)
    setAsking(false)
  }
  return (
    <>
      <Button kind="line" onClick={() => setAsking(true)}>
        {person ? 'Download their data' : 'Download my data'}
      </Button>
      {asking && (
        <PasswordDialog
          title={person ? `Download all data about ${person.name}?` : 'Download all your data?'}
          yes="Download"
          kind="solid"
          input={dataRequest}
          send={download}
          onClose={() => setAsking(false)}
        >
          <p>
            You’ll get a ZIP with a readable page, the same data as JSON, and all files.{' '}
            {!person && 'We’ll also email you, in case it wasn’t you.'}
            {person?.status === 'active' && 'We’ll email them that you downloaded it.'}
          </p>
        </PasswordDialog>
      )}
    </>
  )
}

/** The browser itself writes it to the disk, however long it is. */
function save(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  anchor.download = ''
  anchor.click()
}
