import { useEffect, useRef } from 'react';

interface CallVideoProps {
  stream: MediaStream;
  label: string;
  muted?: boolean;
}

export function CallVideo({ stream, label, muted = false }: CallVideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [stream]);
  return (
    <figure>
      <video
        ref={ref}
        autoPlay
        playsInline
        muted={muted}
        aria-label={label}
        className="aspect-video w-full rounded-lg bg-black object-cover"
      />
      <figcaption className="mt-1 text-sm text-soft">{label}</figcaption>
    </figure>
  );
}
