// The image of a notification or template: a file that is chosen, dropped or pasted, or an address on the web.
import { ImageIcon, Upload, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useUploadImage } from '#client/data/images.ts';
import { LINK_FIELD } from '#client/form/links.ts';
import { percent } from '#client/format/numbers.ts';
import { Bar } from '#client/ui/bar.tsx';
import { SmallButton } from '#client/ui/button.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Field } from '#client/ui/field.tsx';
import { Input } from '#client/ui/input.tsx';
import { IMAGE_TYPES } from '#shared/image-messages.ts';
import type { ContentValues } from './content-form.ts';

export function ImageField() {
  const { control, register, setValue, formState } = useFormContext<ContentValues>();
  const image = useWatch({ control, name: 'image' });
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const fill = (url: string) => setValue('image', url, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  const { upload, send, reset } = useUploadImage(({ url }) => fill(url));
  const isSending = upload?.is === 'sending';

  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(event.type === 'dragover');
  };
  const take = (file: File | undefined) => {
    if (file) send(file);
  };
  const onPaste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    send(file);
  };
  const error = upload?.is === 'failed' ? upload.message : formState.errors.image?.message;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are shortcuts; the button inside does the same
    <div
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event);
        take(event.dataTransfer.files[0]);
      }}
      onPaste={onPaste}
      className={classNames('rounded-control', isOver && 'outline-2 outline-accent outline-offset-4')}
    >
      <Field label="Image" isOptional hint="Choose, drop or paste a PNG, JPEG or WebP, or enter a URL." error={error}>
        {(a) => (
          <div className="flex gap-3">
            <Thumbnail key={image} image={image} />
            <div className="grid min-w-0 flex-1 gap-2">
              <Input
                {...a}
                {...register('image', { ...LINK_FIELD, onChange: reset })}
                inputMode="url"
                spellCheck={false}
                autoComplete="off"
              />
              {isSending ? (
                <div className="flex min-h-8 items-center gap-3 text-meta text-muted">
                  <span
                    role="progressbar"
                    aria-label="Uploading the image"
                    aria-valuenow={Math.round(upload.share * 100)}
                    className="min-w-0 flex-1"
                  >
                    <Bar share={upload.share} hasTrack />
                  </span>
                  <span className="tabular-nums">{percent(upload.share)}</span>
                  <SmallButton variant="ghost" onClick={reset}>
                    Cancel
                  </SmallButton>
                </div>
              ) : (
                <div className="flex flex-wrap gap-2">
                  <SmallButton icon={<Upload aria-hidden="true" size={14} />} onClick={() => picker.current?.click()}>
                    Choose a file
                  </SmallButton>
                  {image !== '' && (
                    <SmallButton
                      variant="ghost"
                      icon={<X aria-hidden="true" size={14} />}
                      onClick={() => {
                        reset();
                        fill('');
                      }}
                    >
                      Remove image
                    </SmallButton>
                  )}
                </div>
              )}
            </div>
          </div>
        )}
      </Field>
      <input
        ref={picker}
        type="file"
        accept={IMAGE_TYPES.join()}
        aria-label="File of the image"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          take(target.files?.[0]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}

/** What visitors see of it, as large as there. */
function Thumbnail({ image }: { image: string }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-control border border-line bg-ink/5 text-muted">
      {/* A path is one on the visitors' site, not here. */}
      {!isBroken && /^https?:/.test(image) ? (
        <img
          src={image}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setIsBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <ImageIcon aria-hidden="true" size={18} strokeWidth={1.75} />
      )}
    </span>
  );
}
