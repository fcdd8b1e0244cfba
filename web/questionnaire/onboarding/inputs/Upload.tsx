import { answerFileExtensions } from '#domain/questionnaire/question.ts'
import { TextButton } from '#web/kit/Button.tsx'
import { sizeInWords } from '#web/kit/size.ts'
import { useUploadLimits } from '#web/shell/session.ts'
import type { InputProps } from './input.ts'

const accepted = answerFileExtensions.map((extension) => `.${extension}`).join(',')

/** One file. Choosing again replaces the earlier one. */
export function Upload({ file, onFile, missingFile, ties: { id, 'aria-required': _, ...ties } }: InputProps) {
  const { answerFileSize } = useUploadLimits()
  return (
    <div className="upload row items-center gap-1-4">
      <label className="upload-choose inline-flex items-center pointer target text-3 weight-500 relative rounded edge">
        <input
          {...ties}
          id={id}
          type="file"
          className="upload-input pointer w-full absolute inset-0"
          accept={accepted}
          onChange={({ target }) => {
            const chosen = target.files?.[0]
            if (chosen) onFile(chosen)
            target.value = '' // the same file may be chosen again, after it was taken back
          }}
        />
        {file ? 'Choose another file' : 'Choose a file'}
      </label>
      {file ? (
        <>
          <span className="min-w-0 break-anywhere">
            {file.name} <span className="meta">{sizeInWords(file.size)}</span>
          </span>
          <TextButton onClick={() => onFile(undefined)}>Remove file</TextButton>
        </>
      ) : missingFile ? (
        <span className="meta">Please choose {missingFile} again. Files are not saved until you send them.</span>
      ) : (
        <span className="meta">Maximum size: {sizeInWords(answerFileSize)}</span>
      )}
    </div>
  )
}
