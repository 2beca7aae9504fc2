/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';

interface VideoProps {
  stream: MediaStream;
  label: string;
  /** The own picture: silent and mirrored. */
  own?: boolean;
}

export function Video({ stream, label, own = false }: VideoProps) {
  const ref = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={ref}
      class={own ? 'call-video call-mirrored' : 'call-video'}
      autoplay
      playsInline
      muted={own}
      aria-label={label}
    />
  );
}
